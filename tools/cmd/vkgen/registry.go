package main

import (
	"encoding/xml"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// registry is the part of vk.xml that a binding needs.
type registry struct {
	version   string // such as 1.3.239
	types     map[string]*regType
	enums     map[string]*regEnums // by the name of the enum type
	constants map[string]regConstant
	commands  map[string]*regCommand
	features  []regExtension // core versions, in order
	exts      map[string]regExtension
}

// regType is one <type>.
type regType struct {
	name, category, alias string
	bits                  string // of a bitmask: the type of its bits, or ""
	wide                  bool   // of a bitmask: 64 bits
	dispatchable          bool   // of a handle
	members               []regMember
}

// regMember is one member of a struct or one parameter of a command.
type regMember struct {
	name, typ string
	pointers  int    // levels of *
	array     string // "" or a length: a number or the name of a constant
	bitfield  bool
}

// regEnums is the values of one enum type.
type regEnums struct {
	name   string
	wide   bool
	values []regValue
}

type regValue struct {
	name  string
	value int64
	bit   bool // given as a bit position
	uns   uint64
}

type regConstant struct{ goType, value string }

type regCommand struct {
	name, result string
	params       []regMember
}

// regExtension is a core version or an extension: what it adds to enums.
type regExtension struct {
	name   string
	values []extValue
}

type extValue struct {
	extends string
	regValue
}

type xmlEnum struct {
	Name      string `xml:"name,attr"`
	Value     string `xml:"value,attr"`
	Bitpos    string `xml:"bitpos,attr"`
	Alias     string `xml:"alias,attr"`
	Type      string `xml:"type,attr"`
	Extends   string `xml:"extends,attr"`
	Offset    string `xml:"offset,attr"`
	ExtNumber string `xml:"extnumber,attr"`
	Dir       string `xml:"dir,attr"`
	Protect   string `xml:"protect,attr"`
}

type xmlInner struct {
	Inner string `xml:",innerxml"`
}

type xmlRegistry struct {
	Types []struct {
		Name      string     `xml:"name,attr"`
		Category  string     `xml:"category,attr"`
		Alias     string     `xml:"alias,attr"`
		Requires  string     `xml:"requires,attr"`
		BitValues string     `xml:"bitvalues,attr"`
		Members   []xmlInner `xml:"member"`
		Inner     string     `xml:",innerxml"`
	} `xml:"types>type"`
	Enums []struct {
		Name     string    `xml:"name,attr"`
		Bitwidth string    `xml:"bitwidth,attr"`
		Values   []xmlEnum `xml:"enum"`
	} `xml:"enums"`
	Commands []struct {
		Name   string     `xml:"name,attr"`
		Alias  string     `xml:"alias,attr"`
		Proto  xmlInner   `xml:"proto"`
		Params []xmlInner `xml:"param"`
	} `xml:"commands>command"`
	Features []struct {
		API      string `xml:"api,attr"`
		Name     string `xml:"name,attr"`
		Requires []struct {
			Enums []xmlEnum `xml:"enum"`
		} `xml:"require"`
	} `xml:"feature"`
	Extensions []struct {
		Name     string `xml:"name,attr"`
		Number   string `xml:"number,attr"`
		Requires []struct {
			Enums []xmlEnum `xml:"enum"`
		} `xml:"require"`
	} `xml:"extensions>extension"`
}

// readRegistry parses the registry at path.
func readRegistry(path string) (*registry, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("no Vulkan registry: %w (run make setup)", err)
	}
	var x xmlRegistry
	if err := xml.Unmarshal(text, &x); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	r := &registry{
		types: map[string]*regType{}, enums: map[string]*regEnums{}, constants: map[string]regConstant{},
		commands: map[string]*regCommand{}, exts: map[string]regExtension{},
	}
	r.addTypes(&x)
	if err := r.addEnums(&x); err != nil {
		return nil, err
	}
	r.addCommands(&x)
	if err := r.addVersions(&x); err != nil {
		return nil, err
	}
	return r, nil
}

var (
	commentTag = regexp.MustCompile(`(?s)<comment>.*?</comment>`)
	typeTag    = regexp.MustCompile(`<type>\s*(\w+)\s*</type>`)
	nameTag    = regexp.MustCompile(`<name>\s*(\w+)\s*</name>`)
	anyTag     = regexp.MustCompile(`<[^>]*>`)
	arrayRange = regexp.MustCompile(`\[\s*(\w+)\s*\]`)
	headerLine = regexp.MustCompile(`VK_HEADER_VERSION</name>\s*(\d+)`)
)

func (r *registry) addTypes(x *xmlRegistry) {
	for _, t := range x.Types {
		name := t.Name
		if name == "" {
			name = submatch(nameTag, t.Inner)
		}
		if m := headerLine.FindStringSubmatch(t.Inner); m != nil {
			r.version = "1.3." + m[1]
		}
		rt := &regType{name: name, category: t.Category, alias: t.Alias, bits: t.Requires + t.BitValues}
		switch t.Category {
		case "bitmask":
			rt.wide = strings.Contains(t.Inner, "VkFlags64")
		case "handle":
			rt.dispatchable = strings.Contains(t.Inner, ">VK_DEFINE_HANDLE<")
		case "struct", "union":
			for _, m := range t.Members {
				rt.members = append(rt.members, parseMember(m.Inner))
			}
		}
		r.types[name] = rt
	}
}

// parseMember reads a member or parameter from its mixed content, such as
// const <type>void</type>* <name>pNext</name>.
func parseMember(inner string) regMember {
	inner = commentTag.ReplaceAllString(inner, "")
	m := regMember{name: submatch(nameTag, inner), typ: submatch(typeTag, inner)}
	rest := typeTag.ReplaceAllString(nameTag.ReplaceAllString(inner, ""), "")
	m.pointers = strings.Count(rest, "*")
	plain := anyTag.ReplaceAllString(rest, "")
	m.array = submatch(arrayRange, plain)
	m.bitfield = strings.Contains(plain, ":")
	return m
}

func submatch(re *regexp.Regexp, s string) string {
	if m := re.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}

func (r *registry) addEnums(x *xmlRegistry) error {
	for _, e := range x.Enums {
		if e.Name == "API Constants" {
			for _, v := range e.Values {
				if v.Alias == "" {
					r.constants[v.Name] = constantOf(v)
				}
			}
			continue
		}
		group := &regEnums{name: e.Name, wide: e.Bitwidth == "64"}
		for _, v := range e.Values {
			if v.Alias != "" {
				continue
			}
			val, err := valueOf(v, "")
			if err != nil {
				return err
			}
			group.values = append(group.values, val)
		}
		r.enums[e.Name] = group
	}
	return nil
}

// constantOf reads an API constant, whose C forms are a number, (~0U), (~0ULL) and 1000.0F.
func constantOf(v xmlEnum) regConstant {
	goType := map[string]string{"uint32_t": "uint32", "uint64_t": "uint64", "float": "float32"}[v.Type]
	text := strings.Trim(v.Value, "()")
	text = strings.TrimRight(text, "ULF")
	if n, ok := strings.CutPrefix(text, "~"); ok {
		text = "^" + goType + "(" + n + ")"
	}
	return regConstant{goType: goType, value: text}
}

// valueOf reads an enum value: a number, a bit, or an offset in the range of an extension.
func valueOf(v xmlEnum, extNumber string) (regValue, error) {
	out := regValue{name: v.Name}
	if v.ExtNumber != "" {
		extNumber = v.ExtNumber
	}
	switch {
	case v.Bitpos != "":
		pos, err := strconv.Atoi(v.Bitpos)
		out.bit, out.uns = true, 1<<uint(pos)
		return out, err
	case v.Offset != "":
		offset, err := strconv.ParseInt(v.Offset, 10, 64)
		if err != nil {
			return out, err
		}
		number, err := strconv.ParseInt(extNumber, 10, 64)
		out.value = 1_000_000_000 + (number-1)*1000 + offset
		if v.Dir == "-" {
			out.value = -out.value
		}
		return out, err
	default:
		n, err := strconv.ParseInt(v.Value, 0, 64)
		if err != nil {
			return out, fmt.Errorf("value %q of %s: %w", v.Value, v.Name, err)
		}
		out.value, out.uns = n, uint64(n)
		return out, nil
	}
}

func (r *registry) addCommands(x *xmlRegistry) {
	for _, c := range x.Commands {
		if c.Alias != "" {
			continue
		}
		cmd := &regCommand{name: submatch(nameTag, c.Proto.Inner), result: submatch(typeTag, c.Proto.Inner)}
		for _, p := range c.Params {
			cmd.params = append(cmd.params, parseMember(p.Inner))
		}
		r.commands[cmd.name] = cmd
	}
}

func (r *registry) addVersions(x *xmlRegistry) error {
	for _, f := range x.Features {
		if f.API != "vulkan" {
			continue
		}
		ext := regExtension{name: f.Name}
		for _, req := range f.Requires {
			if err := ext.add(req.Enums, ""); err != nil {
				return err
			}
		}
		r.features = append(r.features, ext)
	}
	for _, e := range x.Extensions {
		ext := regExtension{name: e.Name}
		for _, req := range e.Requires {
			if err := ext.add(req.Enums, e.Number); err != nil {
				return err
			}
		}
		r.exts[e.Name] = ext
	}
	return nil
}

// add takes the values that extend an enum, and leaves out aliases and the extension's own name and version.
func (e *regExtension) add(values []xmlEnum, number string) error {
	for _, v := range values {
		if v.Extends == "" || v.Alias != "" || v.Protect != "" {
			continue
		}
		val, err := valueOf(v, number)
		if err != nil {
			return err
		}
		e.values = append(e.values, extValue{extends: v.Extends, regValue: val})
	}
	return nil
}
