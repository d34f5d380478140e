import {
  callJson,
  type HttpAnswer,
  type JsonRequest,
  Product,
  type ProductOptions,
  type Settings,
} from '@governance/testing';

/** The exit code and the last message of a program that has refused to start. */
export interface RefusedStart {
  readonly code: number | null;
  readonly message: string;
}

/** The shipped programs of the platform on a database of their own, as processes. */
export interface Programs {
  readonly product: Product;
  /** The URL of the platform surface. */
  readonly origin: string;
  /** Starts the platform surface. All later calls go there. */
  serve(settings: Settings): Promise<void>;
  /** Starts the platform surface with settings that it must refuse. */
  refusedStart(settings: Settings): Promise<RefusedStart>;
  /** Runs `npm run operate -- org`. @throws when it fails */
  org(settings: Settings, ...args: string[]): Promise<void>;
  /** Of the platform surface. */
  call(path: string, request?: JsonRequest): Promise<HttpAnswer>;
}

/** By default without an issuer that answers. */
export async function openPrograms(options: ProductOptions = {}): Promise<Programs> {
  const product = await Product.open(options);
  let origin = '';
  return {
    product,
    get origin() {
      return origin;
    },
    serve: async (settings) => {
      ({ origin } = await product.start('platform-api/main', settings));
    },
    refusedStart: async (settings) => {
      const program = (await product.replica('platform-api/main', settings)).launch();
      const { code } = await program.ended;
      return { code, message: String(program.log().at(-1)?.msg) };
    },
    org: async (settings, ...args) => {
      await product.run('platform-api/org', args, settings);
    },
    call: (path, request) => callJson(origin + path, request),
  };
}
