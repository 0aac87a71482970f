package batch

// sort writes the instance array and the commands: a counting sort of the placements by range, run and mesh, stable in
// the snapshot's order, with one command for each stretch of equal keys.
//
// A key is (range × NumRuns + run) × meshes + mesh, so walking the keys in order is walking the runs in drawing order.
func (b *Batcher) sort(meshes []Mesh) {
	b.clearKeys(len(meshes) * int(NumRanges) * int(NumRuns))
	b.count(len(meshes))
	b.command(meshes)
	b.fill(len(meshes))
}

func (b *Batcher) clearKeys(keys int) {
	if cap(b.starts) < keys {
		b.starts = make([]uint32, keys)
	}
	b.starts = b.starts[:keys]
	clear(b.starts)
}

func keyBase(r Range, run Run, meshes int) int { return (int(r)*int(NumRuns) + int(run)) * meshes }

func (b *Batcher) count(meshes int) {
	for i := range b.placed {
		p := &b.placed[i]
		for r := Far; r < NumRanges; r++ {
			if p.ranges&(1<<r) != 0 {
				b.starts[keyBase(r, p.run, meshes)+int(p.mesh)]++
			}
		}
	}
}

// command writes one command for each key that has draws, and turns each count into where the key's instances start.
func (b *Batcher) command(meshes []Mesh) {
	out := &b.scene
	out.Commands = out.Commands[:0]
	var next uint32
	for r := Far; r < NumRanges; r++ {
		for run := Regular; run < NumRuns; run++ {
			span := &out.Runs[r][run]
			span.First = len(out.Commands)
			starts := b.starts[keyBase(r, run, len(meshes)):][:len(meshes)]
			for mesh, count := range starts {
				if count == 0 {
					continue
				}
				m := &meshes[mesh]
				out.Commands = append(out.Commands, Command{
					IndexCount: m.IndexCount, InstanceCount: count,
					FirstIndex: m.FirstIndex, VertexOffset: m.VertexOffset, FirstInstance: next,
				})
				starts[mesh] = next
				next += count
			}
			span.Count = len(out.Commands) - span.First
		}
	}
	if cap(out.Instances) < int(next) {
		out.Instances = make([]Instance, next, next+next/4)
	}
	out.Instances = out.Instances[:next]
}

func (b *Batcher) fill(meshes int) {
	for i := range b.placed {
		p := &b.placed[i]
		for r := Far; r < NumRanges; r++ {
			if p.ranges&(1<<r) != 0 {
				at := &b.starts[keyBase(r, p.run, meshes)+int(p.mesh)]
				b.scene.Instances[*at] = p.instance
				*at++
			}
		}
	}
}
