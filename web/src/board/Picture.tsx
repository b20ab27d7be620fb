import type { Kind } from '../raum'

/** A small picture of a kind's board. */
export function Picture({ kind }: { kind: Kind }) {
  return <span aria-hidden="true">{kind}</span>
}
