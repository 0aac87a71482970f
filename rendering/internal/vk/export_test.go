package vk

// OpenLibrary is Open with a library of another name.
func OpenLibrary(name string) (*Loader, error) { return open(name) }
