package blueprint

import "runtime"

// SharesPrototype reports whether component i of p and component j of q are copied from one prototype.
func SharesPrototype(p *Prototype, i int, q *Prototype, j int) bool {
	return p.components[i] == q.components[j]
}

// LivePrototypes counts the prototypes of a kind that something uses, after a collection.
func LivePrototypes(k *ComponentKind) int {
	runtime.GC()
	k.mutex.Lock()
	defer k.mutex.Unlock()
	n := 0
	for _, p := range k.shared {
		if p.Value() != nil {
			n++
		}
	}
	return n
}
