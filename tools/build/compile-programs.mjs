import { transform } from '@swc/core';
import { build, context } from 'esbuild';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const workspace = fileURLToPath(new URL('../..', import.meta.url));

const swc = JSON.parse(readFileSync(join(workspace, 'tools/build/swc.json'), 'utf8'));

/** SWC compiles TypeScript: Nest needs decorator metadata, which esbuild does not emit. */
const decoratorMetadata = {
  name: 'decorator-metadata',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const { code } = await transform(source, {
        ...swc,
        filename: path,
        swcrc: false,
        module: { type: 'es6' },
      });
      return { contents: code, loader: 'js' };
    });
  },
};

/** Bundles each entry point into one file of `outdir`. `options` extend esbuild's common options. */
export function compilePrograms(options) {
  return build(withDefaults(options));
}

/** Writes only changed files, and none if a build fails: esbuild itself would delete running programs. */
const changedOutputs = {
  name: 'changed-outputs',
  setup({ onEnd }) {
    onEnd(({ errors, outputFiles = [] }) => {
      if (errors.length > 0) return;
      for (const { path, contents } of outputFiles)
        if (!existsSync(path) || !readFileSync(path).equals(contents)) writeFileSync(path, contents);
    });
  },
};

/** Rebuilds when a source file changes. Resolves after the first build. */
export async function watchPrograms(options) {
  const watched = await context(withDefaults({ ...options, write: false, plugins: [changedOutputs] }));
  await watched.watch();
}

function withDefaults({ entryPoints, outdir, plugins = [], ...options }) {
  return {
    absWorkingDir: workspace,
    entryPoints,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    sourcemap: 'linked',
    tsconfig: 'tsconfig.base.json',
    // package.json declares our modules free of side effects.
    logOverride: { 'ignored-bare-import': 'error' },
    plugins: [decoratorMetadata, ...plugins],
    ...options,
  };
}
