export * from './entry-bundle';
export { GrowingTree } from './growing-tree';
export { type Hash, hashLength, leafHash, sameHash } from './hashes';
export { StoredTree } from './stored-tree';
export { entryBundlePath, type Tile, type TileContent, tilePath, tileWidth } from './tile';
export { MissingTile, TileReader } from './tile-reader.port';
export { isExtension, isIncluded, type TreeState } from './verify-proof';
