import { type Sent } from './load';

/** Asks for the record of a certificate as a program does, of another one each time. */
export function verificationRequest(ids: readonly string[]): Sent {
  let next = 0;
  return {
    method: 'GET',
    headers: { accept: 'application/json' },
    setupRequest: (request) => {
      next = (next + 1) % ids.length;
      return { ...request, path: `/api/certification/verify/${ids[next] ?? ''}` };
    },
  };
}
