import { Problem } from '@governance/kernel';
import { type Request, type RequestHandler } from 'express';
import { managementRoot } from './management-routes.decorator';

const managementPath = new RegExp(`^/${managementRoot}(?:/|$)`);

/** The management API exists only on its own port, and nothing else exists there. */
export function separateManagement(managementApiPort: number): RequestHandler {
  return ({ path, socket }, _res, next) => {
    const isItsPort = socket.localPort === managementApiPort;
    const exists = managementPath.test(path) === isItsPort;
    next(exists ? undefined : new Problem('not_found', 'no such path'));
  };
}

/** Whether a request came to this port, which only the platform reaches. Without it, none does. */
export function isOn(managementApiPort: number | undefined): (req: Request) => boolean {
  return ({ socket }) => managementApiPort !== undefined && socket.localPort === managementApiPort;
}
