import { existsSync } from 'node:fs';
import { bundledBrowser, isBrowserBundled } from './bundled-browser';
import { NoBrowser } from './no-browser';

/** A browser to start, and what its process needs in its environment. */
export interface FoundBrowser {
  readonly executable: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Value of the setting BROWSER_EXECUTABLE: the bundled browser, regardless of what the system has. */
const bundledSetting = 'bundled';

/** Where systems install browsers. */
export interface SystemBrowsers {
  readonly headlessShells: readonly string[];
  readonly wholeBrowsers: readonly string[];
}

/** The programs themselves: Debian's /usr/bin/chromium* are shell wrappers, and killing one leaves the browser alive. */
const systemBrowsers: SystemBrowsers = {
  headlessShells: ['/usr/lib/chromium/chromium-headless-shell'],
  wholeBrowsers: [
    '/usr/lib/chromium/chromium',
    '/opt/google/chrome/chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
};

const libraryFolders = [
  '/lib64',
  '/usr/lib64',
  '/usr/lib',
  '/lib/x86_64-linux-gnu',
  '/usr/lib/x86_64-linux-gnu',
];
const neededLibraries = ['libnss3.so', 'libnspr4.so', 'libexpat.so.1'];

/**
 * The browser that the setting BROWSER_EXECUTABLE names, or the bundled one where it says so. Without it a headless shell of
 * the system, else the bundled browser, else a whole browser of the system, which prints more slowly and takes more memory.
 */
export async function findBrowser(
  setting?: string,
  { headlessShells, wholeBrowsers }: SystemBrowsers = systemBrowsers,
): Promise<FoundBrowser> {
  if (setting === bundledSetting) return unpackedBrowser();
  if (setting !== undefined && !existsSync(setting)) {
    throw new NoBrowser(`BROWSER_EXECUTABLE names no file: ${setting}`);
  }
  const executable =
    setting ?? firstOf(headlessShells) ?? (isBrowserBundled() ? undefined : firstOf(wholeBrowsers));
  return executable === undefined ? unpackedBrowser() : { executable, environment: {} };
}

function firstOf(paths: readonly string[]): string | undefined {
  return paths.find((path) => existsSync(path));
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
