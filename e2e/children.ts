// Programs that tests start. A failing test may not get to ending its own.

import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Kills a program at the latest when the test process ends. */
export function endWithTests<Child extends ChildProcess>(child: Child): Child {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}
