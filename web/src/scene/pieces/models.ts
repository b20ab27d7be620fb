// The geometry of each role, normalised to unit height and radius, facing right.

import type { BufferGeometry } from 'three'
import { mergeGeometries, mergeVertices } from 'three/examples/jsm/utils/BufferGeometryUtils.js'

import * as heads from './heads'
import * as turned from './turned'
import type { Role } from '../../raum'
import { bare } from '../drawing/shapes'

export type Modelled = Exclude<Role, 'mark'>

export const MODELLED: Modelled[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'unicorn', 'pawn']

function partsOf(role: Modelled): BufferGeometry[] {
  switch (role) {
    case 'king':
      return [turned.kingBody(), ...heads.cross()]
    case 'queen':
      return [turned.queenBody(), ...heads.jewels()]
    case 'rook':
      return [turned.rookBody(), ...heads.battlements()]
    case 'bishop':
      return [turned.bishopBody(), turned.mitre(), heads.orb(0.05, 1.19)]
    case 'knight':
      return [turned.horseFoot(0.345), ...heads.knightHead()]
    case 'unicorn':
      return [turned.horseFoot(0.335), ...heads.unicornHead()]
    case 'pawn':
      return [turned.pawn()]
  }
}

const models = new Map<Modelled, BufferGeometry>()

/** A role's geometry: base at the origin, base radius 1, height 1. */
export function modelOf(role: Modelled): BufferGeometry {
  let model = models.get(role)
  if (!model) {
    model = normalize(mergeGeometries(partsOf(role).map((part) => mergeVertices(bare(part)))))
    models.set(role, model)
  }
  return model
}

function normalize(geometry: BufferGeometry): BufferGeometry {
  geometry.computeBoundingBox()
  const { boundingBox } = geometry
  if (!boundingBox) throw new Error('a piece has no vertices')
  const positions = geometry.getAttribute('position')
  let radius = 0
  // Only the base counts: a horn may reach out further.
  for (let index = 0; index < positions.count; index++)
    if (positions.getY(index) < 0.1)
      radius = Math.max(radius, Math.hypot(positions.getX(index), positions.getZ(index)))
  geometry.scale(1 / radius, 1 / boundingBox.max.y, 1 / radius)
  geometry.computeBoundingSphere()
  return geometry
}
