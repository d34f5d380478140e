import crypto, { type Argon2Algorithm, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

const compute = promisify(crypto.argon2);
const tags = new Map<string, Promise<Buffer>>();

/**
 * Jest `setupFiles`: the tests of a process sign in hundreds of times with the same password and the same salt. The function
 * is pure, so each hash is computed once, at the costs of the product.
 */
function hashOnce(
  algorithm: Argon2Algorithm,
  parameters: Argon2Parameters,
  callback: (error: Error | null, tag?: Buffer) => void,
): void {
  const key = JSON.stringify([algorithm, parameters]);
  const tag = tags.get(key) ?? compute(algorithm, parameters);
  tags.set(key, tag);
  tag.then((bytes) => {
    callback(null, bytes);
  }, callback);
}

Object.assign(crypto, { argon2: hashOnce });
