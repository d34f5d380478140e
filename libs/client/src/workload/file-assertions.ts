import { networkReason } from '../http/network-reason';
import { type AssertionSource, noAssertion } from './assertion-source';

/** The text of a file, such as `(path) => readFile(path, 'utf8')`. The client runs in browsers too, so it reads none itself. */
export type ReadText = (path: string) => Promise<string>;

/** The token in a file, such as a projected one of Kubernetes or a JWT-SVID. It is read at each call, because the platform replaces it. */
export function fileAssertions(path: string, readText: ReadText): AssertionSource {
  return async () => {
    try {
      return (await readText(path)).trim();
    } catch (error) {
      throw noAssertion(`${path} cannot be read: ${networkReason(error)}`);
    }
  };
}
