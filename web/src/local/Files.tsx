import { useId, useState } from 'preact/hooks'

import { Dialog } from '../ui/Dialog'
import { Download, PositionText } from '../ui/Saving'
import './Files.css'
import { Icon } from '../ui/Icon'
import { factsOf } from '../raum'
import { FILE_BYTES_MAX, fileName, readTable, tableFile } from '../table/files'
import type { HotSeat } from '../table/hot-seat'
import { useTable } from '../table/table'
import * as later from '../words-later'

/** The dialog to save and load games. */
export default function Files({ table, onClose }: { table: HotSeat; onClose: () => void }) {
  return (
    <Dialog title={later.FILES} onClose={onClose}>
      <Save table={table} />
      <Load table={table} onClose={onClose} />
    </Dialog>
  )
}

function Save({ table }: { table: HotSeat }) {
  const { view } = useTable(table)
  const { kind, position } = view
  return (
    <section className="files-part">
      <h3>{later.SAVE}</h3>
      <div className="saving-buttons">
        <Download
          name={fileName(kind, 'json')}
          label={later.SAVE_JSON}
          text={() => tableFile(table)}
        />
        <Download name={fileName(kind, 'pgn')} label={later.SAVE_PGN} text={() => table.pgn()} />
        <Download
          name={fileName(kind, factsOf(kind).positionFormat?.toLowerCase() ?? 'txt')}
          label={later.savePosition(kind)}
          text={() => `${position.text}\n`}
        />
      </div>
      <PositionText kind={kind} text={position.text} />
    </section>
  )
}

function Load({ table, onClose }: { table: HotSeat; onClose: () => void }) {
  const { view } = useTable(table)
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const why = useId()

  /** Runs an action that replaces the game, or shows its error. */
  const replace = (act: () => void) => {
    try {
      act()
    } catch (error) {
      setProblem(later.notLoaded(error))
      return
    }
    onClose()
  }
  const load = (text: string) => replace(() => table.put(readTable(text, table.kind)))
  const loadFile = async (file: File | undefined) => {
    if (!file) return
    try {
      if (file.size > FILE_BYTES_MAX) throw new Error(later.FILE_TOO_BIG)
      load(await file.text())
    } catch (error) {
      // The file may have been deleted since, or be a folder.
      setProblem(later.notLoaded(error))
    }
  }
  const submit = (event: Event) => {
    event.preventDefault()
    load(pasted)
  }

  return (
    <section className="files-part">
      <h3>{later.LOAD}</h3>
      {view.moves.length > 0 && <p className="files-saved">{later.GAME_IS_SAVED}</p>}
      <label className="files-file">
        {later.LOAD_FILE}
        <input
          type="file"
          className="field"
          accept=".json,.pgn,.fen,.txt"
          aria-describedby={why}
          onChange={(event) => {
            void loadFile(event.currentTarget.files?.[0])
            // Allows choosing the same file again after fixing it.
            event.currentTarget.value = ''
          }}
        />
      </label>
      <form onSubmit={submit}>
        <label className="files-paste">
          {later.LOAD_TEXT}
          <textarea
            className="field"
            rows={3}
            spellcheck={false}
            value={pasted}
            aria-describedby={why}
            onInput={(event) => {
              setPasted(event.currentTarget.value)
              setProblem(null)
            }}
          />
        </label>
        <p id={why} className="problem" role="alert">
          {problem}
        </p>
        <div className="dialog-buttons">
          {table.hasPrevious && (
            <button
              type="button"
              className="button"
              onClick={() => replace(() => table.restorePrevious())}
            >
              <Icon name="bring" />
              {later.RESTORE_GAME}
            </button>
          )}
          <button type="submit" className="button button-main" disabled={pasted.trim() === ''}>
            {later.LOAD}
          </button>
        </div>
      </form>
    </section>
  )
}
