// The materials of a finish. Grain and veins are computed in the shader, so they need no files.

import { Color, MeshLambertMaterial, MeshPhysicalMaterial } from 'three'
import type { Material, WebGLProgramParametersWithUniforms } from 'three'

import type { Palette } from './palette'

type Shader = WebGLProgramParametersWithUniforms

/** What a material covers. Each tile is cut from another piece of wood or stone; pieces take theirs along. */
export type Part = 'piece' | 'tile' | 'frame'

/** A lit material for a part of the board. In plain detail, it has neither reflections nor grain. */
export function surfaceOf(palette: Palette, part: Part): Material {
  const { detail, surface } = palette
  if (detail === 'plain') return new MeshLambertMaterial({ vertexColors: part === 'frame' })
  const { clearcoat } = surface
  return new MeshPhysicalMaterial({
    roughness: part === 'piece' ? surface.pieceRoughness : surface.tileRoughness,
    metalness: 0,
    clearcoat: part === 'piece' ? clearcoat : clearcoat * 0.5,
    clearcoatRoughness: 0.25,
    vertexColors: part === 'frame',
  })
}

/** Value noise, and two patterns of it. */
const PATTERNS = `
varying vec3 vGrain;
float chance(vec3 p) {
  p = fract(p * vec3(0.1031, 0.1030, 0.0973));
  p += dot(p, p.yxz + 33.33);
  return fract((p.x + p.y) * p.z);
}
float noise(vec3 p) {
  vec3 at = floor(p);
  vec3 by = fract(p);
  by = by * by * (3.0 - 2.0 * by);
  vec4 low = vec4(chance(at), chance(at + vec3(1, 0, 0)), chance(at + vec3(0, 1, 0)), chance(at + vec3(1, 1, 0)));
  at.z += 1.0;
  vec4 high = vec4(chance(at), chance(at + vec3(1, 0, 0)), chance(at + vec3(0, 1, 0)), chance(at + vec3(1, 1, 0)));
  vec4 between = mix(low, high, by.z);
  vec2 flat2 = mix(between.xz, between.yw, by.x);
  return mix(flat2.x, flat2.y, by.y);
}
vec3 wood(vec3 tone, vec3 p) {
  float bend = noise(p * vec3(3.0, 0.7, 3.0));
  float rings = noise(vec3(p.x * 9.0 + bend * 3.0, p.y * 0.8, p.z * 9.0));
  float fibres = noise(vec3(p.x * 70.0, p.y * 3.5, p.z * 70.0));
  float dark = smoothstep(0.35, 0.8, rings) * 0.34 + fibres * 0.16;
  return tone * (1.1 - dark) * mix(vec3(1.0), vec3(1.06, 0.96, 0.86), rings);
}
vec3 marble(vec3 tone, vec3 p) {
  float cloud = noise(p * 3.0) * 0.6 + noise(p * 7.0) * 0.3 + noise(p * 15.0) * 0.15;
  float vein = abs(sin(p.x * 2.3 + p.y * 3.1 - p.z * 1.7 + cloud * 5.0));
  float line = 1.0 - smoothstep(0.0, 0.16, vein);
  float light = smoothstep(0.15, 0.4, dot(tone, vec3(0.33)));
  vec3 inVein = mix(tone * 1.6 + 0.14, tone * vec3(0.62, 0.64, 0.68), light);
  return mix(tone * (0.92 + 0.14 * cloud), inVein, line * 0.6);
}
`

/** Where a pattern is read: on the part itself, and elsewhere for every tile. The grain of tiles lies flat. */
const PLACES: { [part in Part]: string } = {
  piece: 'vGrain = mat3(instanceMatrix) * position;',
  tile: `vec3 cell = instanceMatrix[3].xyz;
    float turned = step(0.5, fract(sin(dot(cell.xz, vec2(12.99, 78.23))) * 437.5));
    vec3 flatGrain = mix(position.xzy, position.zxy, turned) * vec3(1.0, 1.0, 1.0);
    vGrain = flatGrain + cell.zxy * 7.31;`,
  frame: 'vGrain = abs(position.x) > abs(position.z) ? position.xzy : position.zxy;',
}

/** Adds the pattern of the finish to a material's shader. */
export function addGrain(shader: Shader, palette: Palette, part: Part): void {
  const { grain } = palette.surface
  if (palette.detail === 'plain' || grain === 'none') return
  shader.vertexShader = shader.vertexShader
    .replace('#include <common>', '#include <common>\nvarying vec3 vGrain;')
    .replace('#include <begin_vertex>', `#include <begin_vertex>\n${PLACES[part]}`)
  shader.fragmentShader = shader.fragmentShader
    .replace('#include <common>', `#include <common>\n${PATTERNS}`)
    .replace(
      '#include <color_fragment>',
      `#include <color_fragment>\ndiffuseColor.rgb = ${grain}(diffuseColor.rgb, vGrain);`,
    )
}

/**
 * Tints a piece where its surface curves away from the camera: white pieces get a dark edge and black ones a light edge,
 * as in the flat figures, so that each stands out on every tile and on the ground. `most` is how directly a surface of
 * the same slope could face the camera: an upright wall seen from above is no edge all over. Small pieces have an edge
 * of at least a pixel or two: on a ball, `pixels` is the distance to its outline.
 */
export function addEdge(shader: Shader, { whiteEdge, blackEdge }: Palette): void {
  shader.uniforms['whiteEdge'] = { value: new Color(whiteEdge) }
  shader.uniforms['blackEdge'] = { value: new Color(blackEdge) }
  shader.fragmentShader = shader.fragmentShader
    .replace(
      '#include <common>',
      '#include <common>\nuniform vec3 whiteEdge;\nuniform vec3 blackEdge;',
    )
    .replace(
      '#include <opaque_fragment>',
      `vec3 toEye = normalize(vViewPosition);
      vec3 up = (viewMatrix * vec4(0.0, 1.0, 0.0, 0.0)).xyz;
      float rise = dot(normal, up);
      float height = dot(toEye, up);
      float most = sqrt(max(0.0, 1.0 - rise * rise)) * sqrt(max(0.0, 1.0 - height * height)) + rise * height;
      float facing = dot(toEye, normal) / max(0.06, most);
      float isWhite = smoothstep(0.12, 0.3, vColor.r);
      float pixels = 0.5 * facing / (fwidth(facing) + 1e-4);
      float edge = 1.0 - min(smoothstep(0.52, 0.74, facing), smoothstep(1.4, 2.4, pixels));
      outgoingLight = mix(outgoingLight, mix(blackEdge, whiteEdge, isWhite), edge);
      #include <opaque_fragment>`,
    )
}

/** Identifies the shader of a part for three's cache of programs. */
export function shaderKeyOf({ detail, surface }: Palette, part: Part): string {
  return `${part} ${detail} ${surface.grain}`
}
