// Lofted solids: closed tubes through cross-sections of varying depth and width, for the parts that no lathe can make.

import { BufferAttribute, BufferGeometry, CatmullRomCurve3, Vector3 } from 'three'

/** A cross-section: its centre in the plane of symmetry, and half its depth in that plane and half its width across it. */
export type Section = [x: number, y: number, deep: number, wide: number]

/** Rings between two sections. */
const ALONG = 4

/** A smooth tube through sections. The first and last one should be almost points: they close it. */
export function loft(sections: readonly Section[], around = 22): BufferGeometry {
  const centres = new CatmullRomCurve3(sections.map(([x, y]) => new Vector3(x, y, 0)))
  const sizes = new CatmullRomCurve3(sections.map(([, , deep, wide]) => new Vector3(deep, wide, 0)))
  const rings = (sections.length - 1) * ALONG + 1
  const positions = new Float32Array(rings * around * 3)
  const [centre, tangent, size] = [new Vector3(), new Vector3(), new Vector3()]
  for (let ring = 0; ring < rings; ring++) {
    const share = ring / (rings - 1)
    centres.getPoint(share, centre)
    centres.getTangent(share, tangent)
    sizes.getPoint(share, size)
    for (let index = 0; index < around; index++) {
      const angle = (index / around) * 2 * Math.PI
      const deep = Math.max(0, size.x) * fuller(Math.cos(angle))
      const wide = Math.max(0, size.y) * fuller(Math.sin(angle))
      positions.set(
        [centre.x - tangent.y * deep, centre.y + tangent.x * deep, wide],
        (ring * around + index) * 3,
      )
    }
  }
  const faces: number[] = []
  for (let ring = 0; ring + 1 < rings; ring++) {
    for (let index = 0; index < around; index++) {
      const next = (index + 1) % around
      const [a, b] = [ring * around + index, ring * around + next]
      faces.push(a, b, a + around, b, b + around, a + around)
    }
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(positions, 3)).setIndex(faces)
  geometry.computeVertexNormals()
  return geometry
}

/** Makes an ellipse slightly squarer, as muscles do. */
function fuller(part: number): number {
  return Math.sign(part) * Math.abs(part) ** 0.85
}
