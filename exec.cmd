@rem Windows has no exec. "npm start" begins with it, so that elsewhere no shell stays between npm and the server:
@rem such a shell keeps a SIGINT that npm passes on to itself.
@%*
