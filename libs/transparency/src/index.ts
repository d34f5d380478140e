export * from './add-checkpoint';
export { base64, bytesOfBase64 } from './base64';
export {
  type Checkpoint,
  checkpointText,
  type LogKeys,
  openCheckpoint,
  type OpenedCheckpoint,
  parseCheckpoint,
} from './checkpoint';
export { CompactTree } from './compact-tree';
export * from './entry-bundle';
export { GrowingTree } from './growing-tree';
export { emptyRoot, type Hash, hashLength, leafHash, sameHash } from './hashes';
export { InvalidNote, UnsignedNote } from './invalid-note';
export { type LogProof, logProofText, openLogProof, parseLogProof } from './log-proof';
export {
  type CheckEd25519,
  cosigner,
  type NamedKey,
  noteSigner,
  noteVerifier,
  type SignEd25519,
  verifierKey,
} from './note-keys';
export { cosignNote, type NoteSigner, type NoteVerifier, signatureLinesOf, signNote } from './signed-note';
export { StoredTree } from './stored-tree';
export { subtreeCount } from './subtrees';
export {
  entryBundlePath,
  parseEntryBundlePath,
  parseTilePath,
  type Tile,
  type TileContent,
  tileOf,
  tilePath,
  tileWidth,
} from './tile';
export { MissingTile, TileReader } from './tile-reader.port';
export { isExtension, isIncluded, type TreeState } from './verify-proof';
export { type PolicyWitness, WitnessPolicy } from './witness-policy';
