package main

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// list is what the list file names.
type list struct {
	extensions, commands, types, constants, stringers []string
}

// readList reads a list file: one "kind name" per line, with # comments and empty lines.
func readList(path string) (*list, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l := &list{}
	kinds := map[string]*[]string{
		"extension": &l.extensions, "command": &l.commands, "type": &l.types,
		"constant": &l.constants, "string": &l.stringers,
	}
	scan := bufio.NewScanner(f)
	for n := 1; scan.Scan(); n++ {
		line, _, _ := strings.Cut(scan.Text(), "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		to := kinds[fields[0]]
		if to == nil || len(fields) != 2 {
			return nil, fmt.Errorf("%s:%d: want \"extension|command|type|constant|string NAME\", have %q", path, n, line)
		}
		*to = append(*to, fields[1])
	}
	return l, scan.Err()
}

// selection is the part of the registry that gets written, each list in the order in which it is written.
type selection struct {
	reg       *registry
	handles   []*regType
	bitmasks  []*regType
	enums     []*regEnums
	records   []*regType // structs and unions
	commands  []*regCommand
	constants []string
	stringers []string
}

// choose follows the list through parameters and members to every type that it needs.
func choose(reg *registry, l *list) (*selection, error) {
	c := &chooser{reg: reg, types: map[string]*regType{}, enums: map[string]*regEnums{}, consts: map[string]bool{}}
	sel := &selection{reg: reg, stringers: l.stringers}
	for _, name := range l.commands {
		cmd := reg.commands[name]
		if cmd == nil {
			return nil, fmt.Errorf("the registry has no command %s", name)
		}
		if err := c.addCommand(cmd); err != nil {
			return nil, err
		}
		sel.commands = append(sel.commands, cmd)
	}
	for _, name := range append(slices.Clone(l.types), "VkResult", "VkStructureType") {
		if err := c.addType(name); err != nil {
			return nil, err
		}
	}
	for _, name := range l.constants {
		if _, ok := reg.constants[name]; !ok {
			return nil, fmt.Errorf("the registry has no constant %s", name)
		}
		c.consts[name] = true
	}
	if err := c.extendEnums(l.extensions); err != nil {
		return nil, err
	}
	c.fill(sel)
	return sel, nil
}

type chooser struct {
	reg    *registry
	types  map[string]*regType
	enums  map[string]*regEnums
	consts map[string]bool
}

func (c *chooser) addCommand(cmd *regCommand) error {
	for _, p := range cmd.params {
		if p.typ == "float" && p.pointers == 0 && p.array == "" {
			return fmt.Errorf("%s takes a float by value, which a purego call cannot pass beside integers: use fixed pipeline state", cmd.name)
		}
		if p.typ == allocator {
			continue
		}
		if err := c.addType(p.typ); err != nil {
			return fmt.Errorf("%s: %w", cmd.name, err)
		}
	}
	return c.addType(cmd.result)
}

// addType adds the type of the given C name and what it reaches.
func (c *chooser) addType(name string) error {
	if _, ok := baseTypes[name]; ok || c.types[name] != nil || c.enums[name] != nil {
		return nil
	}
	t := c.reg.types[name]
	if t == nil {
		return fmt.Errorf("the registry has no type %s", name)
	}
	if t.alias != "" {
		return fmt.Errorf("%s is an alias: list %s", name, t.alias)
	}
	switch t.category {
	case "handle":
		c.types[name] = t
	case "enum":
		return c.addEnum(name)
	case "bitmask":
		c.types[name] = t
		if t.bits != "" {
			return c.addEnum(t.bits)
		}
	case "struct", "union":
		c.types[name] = t
		return c.addMembers(t)
	case "funcpointer":
	default:
		return fmt.Errorf("cannot bind %s of category %q", name, t.category)
	}
	return nil
}

func (c *chooser) addEnum(name string) error {
	e := c.reg.enums[name]
	if e == nil {
		e = &regEnums{name: name} // a set of bits that has no value yet
	}
	if c.enums[name] == nil {
		c.enums[name] = &regEnums{name: name, wide: e.wide, values: slices.Clone(e.values)}
	}
	return nil
}

func (c *chooser) addMembers(t *regType) error {
	for _, m := range t.members {
		if m.bitfield {
			return fmt.Errorf("%s has a bit field, which Go cannot lay out", t.name)
		}
		if m.array != "" && m.array[0] == 'V' {
			c.consts[m.array] = true
		}
		if err := c.addType(m.typ); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return nil
}

// extendEnums adds the values of the core versions and of the listed extensions to the chosen enums.
func (c *chooser) extendEnums(extensions []string) error {
	sources := slices.Clone(c.reg.features)
	for _, name := range extensions {
		ext, ok := c.reg.exts[name]
		if !ok {
			return fmt.Errorf("the registry has no extension %s", name)
		}
		sources = append(sources, ext)
	}
	for _, src := range sources {
		for _, v := range src.values {
			e := c.enums[v.extends]
			if e == nil || slices.ContainsFunc(e.values, func(have regValue) bool { return have.name == v.name }) {
				continue
			}
			e.values = append(e.values, v.regValue)
		}
	}
	return nil
}

// fill writes the chosen types into sel, sorted by name.
func (c *chooser) fill(sel *selection) {
	for _, name := range slices.Sorted(maps.Keys(c.types)) {
		t := c.types[name]
		switch t.category {
		case "handle":
			sel.handles = append(sel.handles, t)
		case "bitmask":
			sel.bitmasks = append(sel.bitmasks, t)
		default:
			sel.records = append(sel.records, t)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.enums)) {
		sel.enums = append(sel.enums, c.enums[name])
	}
	sel.constants = slices.Sorted(maps.Keys(c.consts))
}
