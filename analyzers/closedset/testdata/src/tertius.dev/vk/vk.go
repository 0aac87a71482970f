// Package vk stands for a binding: all its enums are open.
//
//closedset:open Khronos adds members with each version
package vk

type Result int32 // want Result:`open enum\(SUCCESS NOT_READY\)`

const (
	SUCCESS Result = iota
	NOT_READY
)
