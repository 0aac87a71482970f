package component_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tertius.dev/core/message"
	"tertius.dev/simulation/internal/component"
)

type (
	entry = component.Entry[string]
	lists = component.Lists[string]
)

// The payload types of the tests. Every entity wants always.
const (
	always   = message.TypeID(3)
	numTypes = 70
)

// wanting adds the set of the types to the lists' sets, and returns its number.
func wanting(l *lists, types ...message.TypeID) component.WantsID {
	var m message.Mask
	for _, id := range types {
		m.Add(id)
	}
	return l.Wanted.Sets.Of(&m)
}

// TestListsAgreeWithAListPerSlot changes the components of slots in several chunks at random, and compares with plain slices.
func TestListsAgreeWithAListPerSlot(t *testing.T) {
	const slots = 200
	r := rand.New(rand.NewPCG(6, 7))
	l := component.NewLists[string](always, numTypes)
	plain := make([][]entry, slots)
	live := make([]bool, slots)
	for step := range 20_000 {
		grown := min(slots, step/50+1)
		l.Grow(grown)
		i := r.IntN(grown)
		switch r.IntN(4) {
		case 0:
			plain[i], live[i] = nil, false
			l.Clear(i)
		default:
			list := slices.Clone(l.Of(i))
			for range r.IntN(4) {
				if len(list) > 0 && r.IntN(2) == 0 {
					list = slices.Delete(list, 0, 1+r.IntN(len(list)))
					continue
				}
				e := entry{Component: fmt.Sprint("component ", step), Priority: r.IntN(3) - 1, Wants: wanting(&l, message.TypeID(r.IntN(numTypes)))}
				list = component.Insert(list, &e)
			}
			plain[i], live[i] = list, true
			l.Set(i, list)
		}
		if step%100 == 0 || step > 19_990 {
			compare(t, &l, plain[:grown], live)
		}
	}
}

func compare(t *testing.T, l *lists, plain [][]entry, live []bool) {
	t.Helper()
	for i := range plain {
		if i > 0 && i%64 == 0 {
			if err := l.CheckChunk(i - 1); err != nil {
				t.Fatal(err)
			}
		}
		if len(plain[i]) == 0 && !live[i] {
			continue
		}
		if got := l.Of(i); !slices.Equal(got, plain[i]) {
			t.Fatalf("slot %d has %v, want %v", i, got, plain[i])
		}
		if err := l.Check(i, live[i]); err != nil {
			t.Fatal(err)
		}
		var want message.Mask
		if live[i] {
			want.Add(always)
		}
		for _, e := range plain[i] {
			want.Join(l.Wanted.Sets.Mask(e.Wants))
		}
		for id := range message.TypeID(numTypes) {
			if got := l.Wanted.Slots(id).Has(i); got != want.Has(id) {
				t.Fatalf("that slot %d wants %d is %v", i, id, got)
			}
		}
	}
}

func TestInsertKeepsTheOrderOfAddingWithinAPriority(t *testing.T) {
	var list []entry
	for k, priority := range []int{5, 1, 5, 1, -2, 5, 1} {
		list = component.Insert(list, &entry{Component: fmt.Sprint(k), Priority: priority})
	}
	var got []string
	for _, e := range list {
		got = append(got, e.Component)
	}
	if want := []string{"4", "1", "3", "6", "0", "2", "5"}; !slices.Equal(got, want) {
		t.Errorf("the order is %v, want %v", got, want)
	}
}

// TestWhatIsNewWaitsForSettling covers a worker, which may give no numbers.
func TestWhatIsNewWaitsForSettling(t *testing.T) {
	l := component.NewLists[string](always, numTypes)
	l.Grow(64)
	known := wanting(&l, 1)
	l.Set(5, nil)
	before := l.Wanted.Sets.Len()
	var fresh message.Mask
	fresh.Add(9)
	l.Replace(5, []entry{{Component: "a", Wants: known}})
	if l.Rewant(5) {
		t.Error("the union with what every entity wants never came up, and has a number")
	}
	l.Replace(5, []entry{{Component: "a", Wants: known}, {Component: "b", Wants: component.FreshWants}})
	if l.Rewant(5) || l.Wanted.Sets.Len() != before {
		t.Error("wants that are new got a number at once")
	}
	if err := l.Check(5, true); err == nil || !strings.Contains(err.Error(), "waits") {
		t.Errorf("the check says %v of an entry that waits for a number", err)
	}
	l.SettleSlot(5, []message.Mask{fresh})
	if err := l.Check(5, true); err != nil {
		t.Error(err)
	}
	if !l.Wanted.Slots(1).Has(5) || !l.Wanted.Slots(9).Has(5) || !l.Wanted.Slots(always).Has(5) {
		t.Error("the slot does not want what its components want")
	}
	l.Replace(5, []entry{{Component: "a", Wants: known}, {Component: "c", Wants: wanting(&l, 9)}})
	if !l.Rewant(5) {
		t.Error("the same set has no number the second time")
	}
}

func TestCheckFindsWhatIsBroken(t *testing.T) {
	for _, c := range []struct {
		name, want string
		corrupt    func(l *lists)
		live       bool
	}{
		{"none", "", func(*lists) {}, true},
		{"order", "higher priority", func(l *lists) { l.Of(1)[0].Priority = 8 }, true},
		{"wants", "does not want", func(l *lists) { l.Of(1)[0].Wants = wanting(l, 7) }, true},
		{"by-type", "in one place", func(l *lists) { l.Wanted.Slots(8).Add(1) }, true},
		{"of-the-dead", "free slot", func(*lists) {}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := component.NewLists[string](always, numTypes)
			l.Grow(64)
			l.Set(1, []entry{{Component: "a", Wants: wanting(&l, 1)}, {Component: "b", Wants: wanting(&l, 2, 5)}})
			c.corrupt(&l)
			err := l.Check(1, c.live)
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("the check says %v, want %q", err, c.want)
			}
		})
	}
}

// made returns n types of the process, each of another name, in the order of their names.
func made(n int) []*component.Type {
	list := make([]*component.Type, n)
	for i := range list {
		list[i] = component.TypeOf(reflect.ArrayOf(i, reflect.TypeFor[bool]()))
	}
	slices.SortFunc(list, func(a, b *component.Type) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// TestNumbersFollowNames adds types in random orders and gives random sets of them numbers in between. In the end every set
// must hold the types that it was made of, under their last numbers, which are those of the sorted names.
func TestNumbersFollowNames(t *testing.T) {
	all := made(150)
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(8, seed))
		var types component.Types
		sets := component.NewSets()
		content := map[component.SetID][]*component.Type{0: nil}
		for _, n := range r.Perm(len(all)) {
			at, added := types.Add(all[n])
			if !added {
				t.Fatal("a new type was not added")
			}
			sets.Insert(at)
			if _, again := types.Add(all[n]); again {
				t.Fatal("a type was added twice")
			}
			var m component.Mask
			var members []*component.Type
			for id := range component.ID(types.Len()) {
				if r.IntN(10) == 0 {
					m.Add(id)
					members = append(members, types.At(id))
				}
			}
			set := sets.Of(&m)
			if known, ok := content[set]; ok && !slices.Equal(known, members) {
				t.Fatal("two sets share a number")
			}
			content[set] = members
		}
		for id := range component.ID(len(all)) {
			if types.At(id) != all[id] {
				t.Fatalf("number %d is %s, want %s", id, types.At(id).Name, all[id].Name)
			}
		}
		for set, members := range content {
			var want component.Mask
			for _, of := range members {
				id, _ := types.ID(of)
				want.Add(id)
			}
			if *sets.Mask(set) != want {
				t.Fatalf("set %d has lost members", set)
			}
			if found, ok := sets.Find(&want); !ok || found != set {
				t.Fatalf("set %d is found as %d, %v", set, found, ok)
			}
		}
	}
}

func TestWorldKnowsAtMostSoManyTypes(t *testing.T) {
	all := made(component.MaxTypes + 1)
	var types component.Types
	for _, of := range all[:component.MaxTypes] {
		types.Add(of)
	}
	if _, added := types.Add(all[component.MaxTypes]); added || types.Len() != component.MaxTypes {
		t.Errorf("the world knows %d types", types.Len())
	}
	if id, ok := types.ID(all[component.MaxTypes]); ok {
		t.Errorf("the type that found no room has the number %d", id)
	}
}

func TestMaskOperationsAreThoseOfSets(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		var a, b component.Mask
		inA, inB := map[component.ID]bool{}, map[component.ID]bool{}
		for range r.IntN(6) {
			id := component.ID(r.IntN(component.MaxTypes))
			a.Add(id)
			inA[id] = true
			if r.IntN(2) == 0 {
				b.Add(id)
				inB[id] = true
			}
		}
		if r.IntN(2) == 0 {
			id := component.ID(r.IntN(component.MaxTypes))
			b.Add(id)
			inB[id] = true
		}
		all, meets := true, false
		for id := range inB {
			all = all && inA[id]
			meets = meets || inA[id]
		}
		if a.HasAll(&b) != all || a.Meets(&b) != meets || a.Len() != len(inA) {
			t.Fatalf("%v and %v: HasAll %v, Meets %v, Len %d", inA, inB, a.HasAll(&b), a.Meets(&b), a.Len())
		}
		for id := range component.ID(component.MaxTypes) {
			if a.Has(id) != inA[id] {
				t.Fatalf("Has(%d) is %v", id, a.Has(id))
			}
		}
	}
}

func TestTypesOfOneNameAreTwoTypes(t *testing.T) {
	type same struct{ _ int }
	a := component.TypeOf(reflect.TypeFor[same]())
	b := component.TypeOf(reflect.TypeFor[*same]())
	other := func() *component.Type {
		type same struct{ _ bool }
		return component.TypeOf(reflect.TypeFor[same]())
	}()
	if a.Name == b.Name || a.Name != other.Name || a == other {
		t.Fatalf("the names are %s, %s and %s", a.Name, b.Name, other.Name)
	}
	var types component.Types
	types.Add(b)
	types.Add(other)
	types.Add(a)
	var order []*component.Type
	for id := range component.ID(3) {
		order = append(order, types.At(id))
	}
	if want := []*component.Type{other, a, b}; !slices.Equal(order, want) {
		t.Errorf("the order is %v, want the two of one name as they came, and the pointer behind them", order)
	}
}
