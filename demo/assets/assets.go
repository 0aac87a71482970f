// Package assets holds the files that the demo's scenes are made from.
package assets

import "embed"

// Blueprints are the kinds of things that the scenes spawn by name; docs/guide/blueprints.md defines the form.
//
//go:embed *.jsonc
var Blueprints embed.FS
