import { existsSync } from 'node:fs';
import { bundledBrowser } from './bundled-browser';
import { NoBrowser } from './no-browser';

/** A browser to start, and what its process needs in its environment. */
export interface FoundBrowser {
  readonly executable: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The programs themselves: Debian's /usr/bin/chromium* are shell wrappers, and killing one leaves the browser alive. */
const installed = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const libraryFolders = [
  '/lib64',
  '/usr/lib64',
  '/usr/lib',
  '/lib/x86_64-linux-gnu',
  '/usr/lib/x86_64-linux-gnu',
];
const neededLibraries = ['libnss3.so', 'libnspr4.so', 'libexpat.so.1'];

/** The browser that the setting BROWSER_EXECUTABLE names, else one of the system, else the bundled one. */
export async function findBrowser(setting?: string): Promise<FoundBrowser> {
  if (setting !== undefined) {
    if (!existsSync(setting)) throw new NoBrowser(`BROWSER_EXECUTABLE names no file: ${setting}`);
    return { executable: setting, environment: {} };
  }
  const executable = installed.find((path) => existsSync(path));
  if (executable !== undefined) return { executable, environment: {} };
  return unpackedBrowser();
}

/** The bundled browser brings fonts of its own, and libraries that are used only where the system lacks them. */
export async function unpackedBrowser(place?: string): Promise<FoundBrowser> {
  const { executable, libraries, fontConfiguration } = await bundledBrowser(place);
  const environment = { FONTCONFIG_FILE: fontConfiguration };
  const complete = neededLibraries.every((library) =>
    libraryFolders.some((folder) => existsSync(`${folder}/${library}`)),
  );
  return { executable, environment: complete ? environment : { ...environment, LD_LIBRARY_PATH: libraries } };
}
