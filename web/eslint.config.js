import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

import { folders } from './lint/folders.js'

export default defineConfig(
  globalIgnores(['dist', 'src/engine/pkg', 'src/raum/pkg']),
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
      reactHooks.configs.flat['recommended-latest'],
    ],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './tsconfig.node.json', './worker/tsconfig.json'],
      },
    },
    rules: {
      '@typescript-eslint/consistent-indexed-object-style': ['error', 'index-signature'],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // It knows the refs of `react` alone.
      'react-hooks/immutability': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'no-restricted-properties': [
        'error',
        {
          object: 'vi',
          property: 'waitFor',
          message: 'It times out after a second: use waitFor of @testing-library/preact.',
        },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { raum: { rules: { folders } } },
    rules: { 'raum/folders': 'error' },
  },
  {
    // The page is Preact; only the drawing of 3D boards is React (src/scene/Canvas.tsx).
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/scene/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: 'react', message: 'Import preact, preact/hooks or src/hooks.' },
        { name: '@react-three/fiber', message: 'Only src/scene draws with fiber.' },
        { name: 'preact/compat', message: 'It makes the first load larger: see src/hooks.' },
      ],
    },
  },
  {
    // Generated, and formatted by their generators.
    files: ['src/raum/types.ts', 'src/raum/space-endings.ts', 'src/api.ts'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: {
      '@typescript-eslint/array-type': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
    },
  },
  {
    files: ['scripts/*.mjs'],
    languageOptions: {
      globals: {
        URL: 'readonly',
        WebSocket: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
        process: 'readonly',
      },
    },
  },
  prettier,
)
