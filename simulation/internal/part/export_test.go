package part

// Each of these breaks an invariant.
func (t *Table) BreakPlace() { t.pulls[0].arm.X++ }
func (t *Table) BreakList()  { t.links[1].previous = -1 }
func (t *Table) BreakMark()  { t.marked = append(t.marked, 0) }
func (t *Table) BreakCount() { t.count++ }
func (t *Table) BreakPose()  { t.links[1].offset.Position.Y++ }
func (t *Table) BreakRef()   { t.refs[3] = 1 }
func (t *Table) BreakRoot()  { t.roots[0].entity.Generation++ }
func (t *Table) BreakSum()   { t.totals[0].begun = true }
func (t *Table) BreakMarks() { t.pushed.Add(4) }
func (t *Table) BreakHead()  { t.heads.Add(4) }
