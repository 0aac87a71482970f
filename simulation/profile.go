package simulation

import (
	"fmt"
	"strings"
	"time"
)

// Lap is a part of a tick whose time a profile tells.
type Lap uint8

// The laps, in the order of the tick. A number is the step of the sync point.
const (
	LapPrepare   Lap = iota // from the start of the tick until the workers start
	LapRun                  // gameplay and the physics step, on the workers
	LapOutput               // 1 and 2: what the step did reaches the back rows
	LapRecords              // 2: every frame takes its step record
	LapViews                // 2 and 7: the rows of the owners of frames show where the frames are
	LapCheck                // 3 and 12: invariants, where they are checked
	LapIntents              // 4: the intents swap
	LapDestroys             // 5: the dead leave
	LapSpawns               // 6: the new become live, and physics hears of both
	LapDerive               // 7: what is attached follows, and the intents convert
	LapPublish              // 8: back rows become front rows
	LapQuestions            // 9: physics answers what components asked
	LapRoute                // 10: messages reach inboxes
	LapPicture              // 11: the picture
	numLaps
)

// String gives what the lap does.
func (l Lap) String() string {
	if int(l) < len(lapNames) {
		return lapNames[l]
	}
	return fmt.Sprintf("Lap(%d)", uint8(l))
}

var lapNames = [numLaps]string{
	LapPrepare: "prepare", LapRun: "run", LapOutput: "output", LapRecords: "records", LapViews: "views", LapCheck: "check",
	LapIntents: "intents", LapDestroys: "destroys", LapSpawns: "spawns", LapDerive: "derive", LapPublish: "publish",
	LapQuestions: "questions", LapRoute: "route", LapPicture: "picture",
}

// Profile tells where the time of ticks went.
type Profile struct {
	Ticks int                    // measured
	Last  [numLaps]time.Duration // by Lap, of the last tick
	Total [numLaps]time.Duration // by Lap, of all of them
}

// String gives a table of the laps that took any time: the mean of a tick, the last tick, and the part of the whole.
func (p Profile) String() string {
	var whole, last time.Duration
	for l := range p.Total {
		whole += p.Total[l]
		last += p.Last[l]
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d ticks       mean       last\n", p.Ticks)
	if p.Ticks == 0 || whole == 0 {
		return b.String()
	}
	row := func(name string, total, last time.Duration) {
		fmt.Fprintf(&b, "  %-9s %8.1f µs %8.1f µs %5.1f %%\n", name,
			microseconds(total)/float64(p.Ticks), microseconds(last), 100*float64(total)/float64(whole))
	}
	for l := range p.Total {
		if p.Total[l] > 0 {
			row(Lap(l).String(), p.Total[l], p.Last[l])
		}
	}
	row("tick", whole, last)
	return b.String()
}

func microseconds(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// stopwatch measures the laps of ticks.
type stopwatch struct {
	running bool
	since   time.Time // when the last lap ended
	profile Profile
}

// MeasureTicks says whether to measure the laps of ticks from here on, and forgets what was measured. A tick that is not
// measured does not ask the time. Panics during a tick.
func (w *World) MeasureTicks(on bool) {
	w.outside("MeasureTicks", "")
	w.watch = stopwatch{running: on}
}

// Profile tells where the time of the ticks since MeasureTicks went. Panics during a tick.
func (w *World) Profile() Profile {
	w.outside("Profile", "")
	return w.watch.profile
}

// start begins the first lap of a tick.
func (s *stopwatch) start() {
	if s.running {
		s.since = time.Now() //forbidden:allow reported as a profile, read by no tick
		s.profile.Ticks++
		s.profile.Last = [numLaps]time.Duration{}
	}
}

// lap ends a part of the tick. A lap may have several parts.
func (s *stopwatch) lap(l Lap) {
	if s.running {
		s.end(l)
	}
}

func (s *stopwatch) end(l Lap) {
	now := time.Now() //forbidden:allow reported as a profile, read by no tick
	took := now.Sub(s.since)
	s.since = now
	s.profile.Last[l] += took
	s.profile.Total[l] += took
}
