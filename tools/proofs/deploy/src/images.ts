import { type CataloguedProgram, programNamed } from './program-catalogue';

/** An image of docker/Dockerfile. It has every program of its bundle, and runs one by default. */
export interface Image {
  /** The target of the Dockerfile; the image is called `governance/{target}`. */
  readonly target: string;
  readonly program: CataloguedProgram;
}

export const images: readonly Image[] = [
  { target: 'public-api', program: programNamed('public-api', 'main') },
  { target: 'public-worker', program: programNamed('public-api', 'worker') },
  { target: 'public-browser', program: programNamed('public-api', 'browser') },
  { target: 'platform-api', program: programNamed('platform-api', 'main') },
  { target: 'platform-worker', program: programNamed('platform-api', 'worker') },
  { target: 'identity-provider', program: programNamed('identity-provider', 'main') },
];

/** The one image with a browser. */
export const browserImage = 'public-browser';
