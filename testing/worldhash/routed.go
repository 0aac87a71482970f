package worldhash

import (
	"encoding/binary"
	"hash/crc64"

	"tertius.dev/simulation"
)

// Traffic is a checksum of messages in their order, and their number. The zero value is that of none.
type Traffic struct {
	Sum      uint64
	Messages int
}

var crcTable = crc64.MakeTable(crc64.ECMA)

// Add adds what a world has routed: when it arrives, at whom, from whom, and what it says.
func (t *Traffic) Add(routed []simulation.Routed) {
	var row []byte
	for i := range routed {
		r := &routed[i]
		row = binary.LittleEndian.AppendUint64(row[:0], uint64(r.Tick))
		for _, half := range [...]uint32{
			r.Recipient.Index, r.Recipient.Generation, r.Event.Sender.Index, r.Event.Sender.Generation, uint32(r.Event.Type),
		} {
			row = binary.LittleEndian.AppendUint32(row, half)
		}
		for _, word := range r.Event.Payload {
			row = binary.LittleEndian.AppendUint64(row, word)
		}
		t.Sum = crc64.Update(t.Sum, crcTable, row)
	}
	t.Messages += len(routed)
}

// Routed returns the checksum of what a world keeps of what it has routed. See World.RecordRouted.
func Routed(w *simulation.World) (t Traffic) {
	t.Add(w.Routed())
	return t
}
