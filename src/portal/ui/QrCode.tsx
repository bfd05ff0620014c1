import { encode } from 'uqr'

const BORDER = 2
const SIZE = 196

/** A text as a picture for a phone's camera: dark on light in every theme, as cameras want it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: BORDER })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={SIZE} height={SIZE} shapeRendering="crispEdges" style={{ borderRadius: 8, background: '#fff' }}>
      <path d={path} fill="#000" />
    </svg>
  )
}
