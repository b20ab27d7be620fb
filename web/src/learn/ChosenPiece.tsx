import { lazily } from '../ui/lazily'
import { useAids } from './aids'

// Loaded on demand, with the rules: nothing is chosen at first.
const PieceCard = lazily(() => import('./PieceCard'))

/** The card of the selected piece, if it is to be explained. */
export function ChosenPiece() {
  const { piece } = useAids()
  return piece && <PieceCard piece={piece} />
}
