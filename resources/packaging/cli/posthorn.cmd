@echo off
rem The command line of the installed app, without a window; alone it opens the app.
if "%~1"=="" (
  start "" "%~dp0..\..\Posthorn.exe"
) else (
  "%~dp0..\..\Posthorn.exe" --cli -- %*
)
