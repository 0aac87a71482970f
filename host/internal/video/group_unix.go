//go:build unix

package video

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps Ctrl-C on the terminal from ffmpeg: the run that it ends closes the video itself.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
