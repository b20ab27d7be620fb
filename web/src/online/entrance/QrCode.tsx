import { generate } from 'lean-qr/nano'

import './QrCode.css'
import { QR_CODE } from '../../words-online'

/** The modules of white around a code that its readers need. */
const QUIET = 4

/** A link for whatever has a camera. Dark on white in both themes: not all cameras read the reverse. */
export default function QrCode({ link }: { link: string }) {
  const code = generate(link)
  const places = Array.from({ length: code.size }, (_, place) => place)
  const modules = places.flatMap((y) => places.filter((x) => code.get(x, y)).map((x) => ({ x, y })))
  const size = code.size + 2 * QUIET
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={QR_CODE}
      viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={modules.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join('')} />
    </svg>
  )
}
