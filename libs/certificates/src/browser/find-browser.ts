import { existsSync } from 'node:fs';
import { bundledBrowser, isBrowserBundled } from './bundled-browser';
import { NoBrowser } from './no-browser';

/** A browser to start, and the environment its process needs. */
export interface FoundBrowser {
  readonly executable: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Value of BROWSER_EXECUTABLE that selects the bundled browser, even when the system has one. */
const bundledSetting = 'bundled';

/** Paths where systems install browsers. */
export interface SystemBrowsers {
  readonly headlessShells: readonly string[];
  readonly wholeBrowsers: readonly string[];
}

/** The binaries: Debian's /usr/bin/chromium* are shell wrappers, and killing a wrapper leaves the browser running. */
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
 * The browser named by the setting BROWSER_EXECUTABLE, or the bundled one for the value "bundled". Without the setting: a
 * headless shell of the system, else the bundled browser, else a full browser of the system, which is slower and larger.
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

/** The bundled browser has its own fonts, and libraries that are used only where the system lacks them. */
export async function unpackedBrowser(place?: string): Promise<FoundBrowser> {
  const { executable, libraries, fontConfiguration } = await bundledBrowser(place);
  const environment = { FONTCONFIG_FILE: fontConfiguration };
  const complete = neededLibraries.every((library) =>
    libraryFolders.some((folder) => existsSync(`${folder}/${library}`)),
  );
  return { executable, environment: complete ? environment : { ...environment, LD_LIBRARY_PATH: libraries } };
}
