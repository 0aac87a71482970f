#include "call.h"

#include <Jolt/Core/Factory.h>
#include <Jolt/Core/Memory.h>
#include <Jolt/RegisterTypes.h>

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <mutex>

JPH_SUPPRESS_WARNINGS

namespace tertius {
namespace {

std::once_flag started;
std::atomic<int64_t> live_objects{0};
thread_local Call *current = nullptr;

// DropTrace ignores Jolt's log lines: whatever matters comes back as a code.
void DropTrace(const char *, ...) {}

#ifdef JPH_ENABLE_ASSERTS
bool TakeAssert(const char *expression, const char *message, const char *file, JPH::uint line) {
	for (const char *next = file; (next = std::strstr(next, "Jolt/")) != nullptr;)
		file = next += 5; // the path inside Jolt, without that of the build
	if (current != nullptr)
		current->Fail(TJ_ASSERT, "Jolt assert failed: %s%s%s (%s:%u)", expression, message != nullptr ? ": " : "",
					  message != nullptr ? message : "", file, line);
	return false; // never break into a debugger: the call reports it
}
#endif

// StartJolt registers Jolt's allocator and types once per process; they live as long as the process does.
void StartJolt() {
	JPH::RegisterDefaultAllocator();
	JPH::Trace = DropTrace;
#ifdef JPH_ENABLE_ASSERTS
	JPH::AssertFailed = TakeAssert;
#endif
	JPH::Factory::sInstance = new JPH::Factory();
	JPH::RegisterTypes();
}

} // namespace

Call::Call(char *text) : mText(text), mOuter(current) {
	if (mText != nullptr)
		mText[0] = 0;
	current = this;
	std::call_once(started, StartJolt);
}

Call::~Call() { current = mOuter; }

int32_t Call::Fail(tj_code code, const char *format, ...) {
	if (mCode != TJ_OK)
		return mCode;
	mCode = code;
	if (mText != nullptr) {
		va_list list;
		va_start(list, format);
		vsnprintf(mText, TJ_TEXT_SIZE, format, list);
		va_end(list);
	}
	return mCode;
}

void CountObject(int64_t by) { live_objects.fetch_add(by, std::memory_order_relaxed); }

} // namespace tertius

extern "C" int64_t tj_live_objects(void) { return tertius::live_objects.load(std::memory_order_relaxed); }

extern "C" int32_t tj_abi(tj_abi_block *block) {
	if (block == nullptr || block->size != sizeof(tj_abi_block))
		return TJ_BAD_REQUEST;
	block->abi_version = TJ_ABI_VERSION;
#ifdef JPH_DOUBLE_PRECISION
	block->double_precision = 1;
#else
	block->double_precision = 0;
#endif
#ifdef JPH_ENABLE_ASSERTS
	block->asserts = 1;
#else
	block->asserts = 0;
#endif
	block->jolt_version = JPH_VERSION_MAJOR << 16 | JPH_VERSION_MINOR << 8 | JPH_VERSION_PATCH;
	block->layer_bits = JPH_OBJECT_LAYER_BITS;
#ifdef JPH_CROSS_PLATFORM_DETERMINISTIC
	block->deterministic = 1;
#else
	block->deterministic = 0;
#endif
	block->size_shape = sizeof(tj_shape_block);
	block->size_part = sizeof(tj_part);
	block->size_system = sizeof(tj_system_block);
	block->size_create = sizeof(tj_create_block);
	block->size_body = sizeof(tj_body);
	block->size_destroy = sizeof(tj_destroy_block);
	block->size_apply = sizeof(tj_apply_block);
	block->size_command = sizeof(tj_command);
	block->size_awake_block = sizeof(tj_awake_block);
	block->size_awake = sizeof(tj_awake);
	block->size_step = sizeof(tj_step_block);
	block->size_state = sizeof(tj_state);
	block->size_contact = sizeof(tj_contact);
	block->size_read = sizeof(tj_read_block);
	block->size_ask = sizeof(tj_ask_block);
	block->size_question = sizeof(tj_question);
	block->size_hit = sizeof(tj_hit);
	block->size_contacts = sizeof(tj_contacts_block);
	block->size_hold = sizeof(tj_hold_block);
	block->size_start = sizeof(tj_start);
	block->size_transfer = sizeof(tj_transfer_block);
	block->size_place = sizeof(tj_place_block);
	block->size_placement = sizeof(tj_placement);
	block->size_reshape = sizeof(tj_reshape_block);
	return TJ_OK;
}
