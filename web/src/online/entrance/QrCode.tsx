import { generate } from 'lean-qr/nano'

import './QrCode.css'
import { QR_CODE } from '../../words-online'

/** The width of the quiet zone, in modules. */
const QUIET = 4

/** A link as a QR code. Dark on white in both themes: not all cameras read inverted codes. */
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
