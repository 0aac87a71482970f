/* A library that answers tj_abi and nothing else: a float build, another version, another layout, or a stranger. */
#include <stdint.h>

#ifdef STRANGER
int unrelated(void) { return 1; }
#else
#ifndef VERSION
#define VERSION OUR_VERSION
#endif
int32_t tj_abi(uint32_t *block) {
	block[1] = VERSION;
	block[2] = DOUBLE;
	block[3] = 0;
	block[4] = 5 << 16 | 6 << 8;
	block[5] = 32;
	block[6] = 1;
	return 0;
}
#endif
