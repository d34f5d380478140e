import { spawn } from 'node:child_process';

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a web page, if this machine has a browser: the user has seen the address, so a failure does not matter. */
export function openInBrowser(address: string): void {
  const { protocol, href } = new URL(address);
  if (!/^https?:$/.test(protocol)) return;
  const [program, ...options] = openers[process.platform] ?? ['xdg-open'];
  // No shell: the address comes from a server.
  const child = spawn(program, [...options, href], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
