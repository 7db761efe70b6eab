/** Starts other programs and is none itself. */
export function isLauncher(script: string | null): boolean {
  return (
    script !== null &&
    /[\\/](?:npm|pnpm|yarn|corepack|tsx|nodemon|concurrently|dotenv-cli|cross-env)[\\/](?:.*[\\/])?[^\\/]+\.[cm]?js$/.test(
      afterModules(script),
    )
  );
}

function afterModules(script: string): string {
  return /[\\/]node_modules([\\/].*)$/.exec(script)?.[1] ?? '';
}
