//go:build !contracts

package contract

// Enabled says whether this build checks contracts.
const Enabled = false
