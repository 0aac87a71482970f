// call.h is what every entry point shares: Jolt's start-up, the error text of the call in progress, the object count.
#pragma once

#include "tj.h"

#include <Jolt/Jolt.h>

namespace tertius {

// Call is alive while an entry point runs. It starts Jolt on the first call of the process and takes the failures of
// Jolt's asserts on this thread, so that they come back as the code of the call.
class Call {
public:
	explicit Call(char *text);
	~Call();
	Call(const Call &) = delete;
	Call &operator=(const Call &) = delete;

	// Fail keeps the first failure of the call and its text.
	int32_t Fail(tj_code code, const char *format, ...) __attribute__((format(printf, 3, 4)));
	// Code is TJ_OK, or the first failure.
	int32_t Code() const { return mCode; }

private:
	char *mText;
	Call *mOuter;
	int32_t mCode = TJ_OK;
};

// CountObject changes the number of live native objects.
void CountObject(int64_t by);

} // namespace tertius
