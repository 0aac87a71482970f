package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const repository = "../../.."

func TestCommittedBindingIsFresh(t *testing.T) {
	err := run(defaultRegistry, "list.txt", filepath.Join(repository, "rendering/internal/vk"), true)
	if err != nil {
		t.Error(err)
	}
}

// small is a registry with one of each kind of thing.
const small = `<registry>
<types>
<type category="define">#define <name>VK_HEADER_VERSION</name> 7</type>
<type name="VkColor" category="enum"/>
<type name="VkSideFlagBits" category="enum"/>
<type requires="VkSideFlagBits" category="bitmask">typedef <type>VkFlags</type> <name>VkSideFlags</name>;</type>
<type bitvalues="VkWideFlagBits2" category="bitmask">typedef <type>VkFlags64</type> <name>VkWideFlags2</name>;</type>
<type name="VkWideFlagBits2" category="enum"/>
<type category="handle"><type>VK_DEFINE_HANDLE</type>(<name>VkDevice</name>)</type>
<type category="handle"><type>VK_DEFINE_NON_DISPATCHABLE_HANDLE</type>(<name>VkThing</name>)</type>
<type category="union" name="VkEither"><member><type>float</type> <name>f</name>[4]</member><member><type>VkPair</type> <name>pair</name></member></type>
<type category="struct" name="VkPair"><member><type>uint32_t</type> <name>a</name></member><member><type>uint64_t</type> <name>b</name></member></type>
<type category="struct" name="VkThingInfo">
  <member values="X"><type>VkStructureType</type> <name>sType</name></member>
  <member>const <type>void</type>* <name>pNext</name></member>
  <member><type>VkSideFlags</type> <name>sides</name><comment>Which * sides</comment></member>
  <member>const <type>char</type>* const* <name>ppNames</name></member>
  <member><type>uint8_t</type> <name>id</name>[<enum>VK_ID_SIZE</enum>]</member>
  <member><type>VkEither</type> <name>either</name></member>
</type>
<type category="struct" name="VkPacked"><member><type>uint32_t</type> <name>a</name>:24</member></type>
<type category="struct" name="VkOldPair" alias="VkPair"/>
<type name="VkStructureType" category="enum"/><type name="VkResult" category="enum"/>
<type name="HWND" requires="windows.h"/>
</types>
<enums name="API Constants"><enum type="uint32_t" value="16" name="VK_ID_SIZE"/><enum type="uint64_t" value="(~0ULL)" name="VK_ALL"/><enum name="VK_ALL_KHR" alias="VK_ALL"/></enums>
<enums name="VkResult" type="enum"><enum value="0" name="VK_SUCCESS"/><enum value="-1" name="VK_ERROR_X"/></enums>
<enums name="VkStructureType" type="enum"><enum value="3" name="VK_STRUCTURE_TYPE_THING_INFO"/></enums>
<enums name="VkSideFlagBits" type="bitmask"><enum bitpos="2" name="VK_SIDE_LEFT_BIT"/></enums>
<enums name="VkWideFlagBits2" type="bitmask" bitwidth="64"><enum bitpos="40" name="VK_WIDE_2_BIT"/></enums>
<commands>
<command><proto><type>VkResult</type> <name>vkMakeThing</name></proto>
  <param><type>VkDevice</type> <name>device</name></param>
  <param>const <type>VkThingInfo</type>* <name>pInfo</name></param>
  <param>const <type>VkAllocationCallbacks</type>* <name>pAllocator</name></param>
  <param><type>VkThing</type>* <name>pThing</name></param></command>
<command><proto><type>void</type> <name>vkBias</name></proto><param><type>VkDevice</type> <name>device</name></param><param><type>float</type> <name>range</name></param></command>
<command><proto><type>void</type> <name>vkPack</name></proto><param><type>VkDevice</type> <name>device</name></param><param>const <type>VkPacked</type>* <name>p</name></param></command>
</commands>
<feature api="vulkan" name="VK_VERSION_1_0"><require><enum extends="VkResult" extnumber="5" offset="1" dir="-" name="VK_ERROR_CORE"/></require></feature>
<extensions><extension name="VK_EXT_y" number="3"><require><enum extends="VkResult" offset="2" name="VK_Y_EXT"/><enum extends="VkResult" name="VK_OLD_Y" alias="VK_Y_EXT"/></require></extension></extensions>
</registry>`

// generateFrom runs the generator on the small registry with a list.
func generateFrom(t *testing.T, list string) (map[string]string, error) {
	t.Helper()
	dir := t.TempDir()
	registryPath, listPath := filepath.Join(dir, "vk.xml"), filepath.Join(dir, "list.txt")
	for path, text := range map[string]string{registryPath: small, listPath: list} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files, err := generate(registryPath, listPath)
	out := map[string]string{}
	for _, f := range files {
		out[f.name] = strings.Join(strings.Fields(string(f.text)), " ")
	}
	return out, err
}

func TestListedCommandBringsWhatItReaches(t *testing.T) {
	out, err := generateFrom(t, "command vkMakeThing # with all of it\nconstant VK_ALL\nextension VK_EXT_y\nstring VkResult\ntype VkWideFlags2\n")
	if err != nil {
		t.Fatal(err)
	}
	for file, parts := range map[string][]string{
		"types_gen.go": {
			"type Device uintptr", "type Thing uint64",
			"type ThingInfo struct { _ structs.HostLayout SType StructureType PNext unsafe.Pointer Sides SideFlags PpNames **byte Id [ID_SIZE]uint8 Either Either }",
			"Data [2]uint64", // a float[4] beside a struct with a uint64
		},
		"enums_gen.go": {
			"ID_SIZE uint32 = 16", "ALL uint64 = ^uint64(0)", "type SideFlagBits = SideFlags", "SIDE_LEFT_BIT SideFlags = 0x4",
			"type WideFlags2 uint64", "WIDE_2_BIT WideFlags2 = 0x10000000000", "ERROR_X Result = -1",
			"ERROR_CORE Result = -1000004001", "Y_EXT Result = 1000002002", `case ERROR_X: return "VK_ERROR_X"`,
		},
		"commands_gen.go": {
			"func (t *DeviceCommands) MakeThing(device Device, pInfo *ThingInfo, pThing *Thing) Result {",
			"c.args[2] = 0", "c.args[3] = c.hold(1, unsafe.Pointer(pThing))", "return Result(int32(uint32(r)))",
		},
		"layout_gen_test.go": {`{"VkThingInfo", reflect.TypeFor[vk.ThingInfo](), []string{"sType", "pNext", "sides", "ppNames", "id", "either"}}`},
	} {
		for _, part := range parts {
			if !strings.Contains(out[file], part) {
				t.Errorf("%s lacks %q", file, part)
			}
		}
	}
}

func TestWhatCannotBeBoundIsRefusedByName(t *testing.T) {
	for list, want := range map[string]string{
		"command vkBias":      "vkBias takes a float by value",
		"command vkPack":      "VkPacked has a bit field",
		"command vkNothing":   "no command vkNothing",
		"type VkOldPair":      "VkOldPair is an alias: list VkPair",
		"type VkNothing":      "no type VkNothing",
		"type HWND":           "cannot bind HWND",
		"constant VK_NOTHING": "no constant VK_NOTHING",
		"extension VK_EXT_z":  "no extension VK_EXT_z",
		"struct VkPair":       "list.txt:1: want",
		"type":                "list.txt:1: want",
	} {
		if _, err := generateFrom(t, list+"\n"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", list, err, want)
		}
	}
}

func TestMissingRegistryNamesTheWayOut(t *testing.T) {
	if _, err := generate(filepath.Join(t.TempDir(), "vk.xml"), "list.txt"); err == nil || !strings.Contains(err.Error(), "run make setup") {
		t.Errorf("the error is %v", err)
	}
}
