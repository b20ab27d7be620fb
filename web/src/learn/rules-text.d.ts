declare module '*.md' {
  const blocks: import('./blocks').Block[]
  export default blocks
}
