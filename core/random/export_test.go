package random

// Philox is the block function, for its published answers.
var Philox = philox
