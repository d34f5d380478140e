import { StartRefused } from '@governance/runtime';
import { type NamedKey, type SignEd25519 } from '@governance/transparency';
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';

/** The Ed25519 key of this witness under its name. */
export interface WitnessKey extends NamedKey {
  readonly sign: SignEd25519;
}

/** Others may not read the file, and its group may not write it. */
const forbiddenBits = 0o027;

/** Creates the file of a new key. @throws if it exists. */
export function createKeyFile(path: string): void {
  const { privateKey } = generateKeyPairSync('ed25519');
  const descriptor = openSync(path, 'wx', 0o600);
  writeFileSync(descriptor, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** @throws StartRefused if the file is missing, open to others, or has no Ed25519 key. */
export function readWitnessKey(path: string, name: string): WitnessKey {
  const privateKey = privateKeyIn(path);
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const publicKey = new Uint8Array(Buffer.from(x, 'base64url'));
  return { name, publicKey, sign: (signed) => Promise.resolve(sign(null, signed, privateKey)) };
}

function privateKeyIn(path: string): KeyObject {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new StartRefused(`KEY_FILE does not exist: create it with \`npm run init\``);
  if ((stats.mode & forbiddenBits) !== 0)
    throw new StartRefused(`others could use KEY_FILE: run chmod 600 ${path}`);
  const key = parsed(readFileSync(path));
  if (key?.asymmetricKeyType !== 'ed25519') throw new StartRefused('KEY_FILE has no private Ed25519 key');
  return key;
}

function parsed(pem: Buffer): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
