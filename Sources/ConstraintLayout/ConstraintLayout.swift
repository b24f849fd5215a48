// The module's files come with its first types.
