// Everything, for the npm package (packages/rules). The page imports the parts it needs.

export * from './index.js'
export * from './replica.js'
export * as CloseCode from './close-codes.js'
