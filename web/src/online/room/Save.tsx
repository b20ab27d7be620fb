import { JOURNAL, SAVE_GAME } from '../../words-online'
import { factsOf } from '../../raum'
import { Dialog } from '../../ui/Dialog'
import { Download, PositionText } from '../../ui/Saving'
import type { Remote } from '../../table/remote'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'
import { SAVE_PGN, savePosition } from '../../words-later'

/** The dialog to save the game of a room. */
export default function Save(props: { remote: Remote; table: Table; onClose: () => void }) {
  const { remote, table, onClose } = props
  const { kind, position } = useTable(table).view
  const nameOf = (extension: string) => `raum-${kind}-${remote.room}.${extension}`
  return (
    <Dialog title={SAVE_GAME} onClose={onClose}>
      <div className="saving-buttons">
        <Download name={nameOf('pgn')} label={SAVE_PGN} text={() => table.pgn()} />
        {remote.dialect === 'raum' && (
          <Download name={nameOf('jsonl')} label={JOURNAL} text={() => table.journal()} />
        )}
        <Download
          name={nameOf(factsOf(kind).positionFormat?.toLowerCase() ?? 'txt')}
          label={savePosition(kind)}
          text={() => `${position.text}\n`}
        />
      </div>
      <PositionText kind={kind} text={position.text} />
    </Dialog>
  )
}
